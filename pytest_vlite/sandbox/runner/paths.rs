//! Landlock: the file system is closed but for the plan's paths.

use std::fs;

use crate::kernel::{self, Fault, OpenPath};
use crate::plan::Plan;

/// Executing, writing, reading, truncating, device control: the others are for directories only.
const FILE_ACCESS: u64 = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14 | 1 << 15;

/// Rules that are not enforced yet.
pub struct PathRules {
    descriptor: i32,
}

impl PathRules {
    /// The plan's rules; None where it rules nothing.
    pub fn make(plan: &Plan) -> Result<Option<PathRules>, Fault> {
        // An older kernel knows fewer fields and takes no longer structure.
        let Some(last) = plan.ruled.iter().rposition(|mask| *mask != 0) else {
            return Ok(None);
        };
        let descriptor = kernel::make_path_rules(&plan.ruled[..=last])?;
        for (access, path) in &plan.open_paths {
            let open = OpenPath::new(path)?;
            let place = format!("/proc/self/fd/{}", open.descriptor);
            let found = fs::metadata(place).map_err(|fault| format!("{path:?}: {fault}"))?;
            let kinds = if found.is_dir() { u64::MAX } else { FILE_ACCESS };
            kernel::add_path_rule(descriptor, access & kinds, open.descriptor)?;
        }
        Ok(Some(PathRules { descriptor }))
    }

    /// Closes everything else to this process and what it starts, for good.
    pub fn enforce(self) -> Result<(), Fault> {
        kernel::enforce_path_rules(self.descriptor)?;
        kernel::close(self.descriptor);
        Ok(())
    }
}
