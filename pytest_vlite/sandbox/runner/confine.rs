//! What programs shall inherit from the runner: an unprivileged user, limits, a filter.

use crate::kernel::{self, Fault};
use crate::paths::PathRules;
use crate::plan::Plan;

const CAP_DAC_READ_SEARCH: u32 = 2;
const LAST_CAPABILITY: u32 = 63;

pub fn prepare(plan: &Plan) -> Result<(), Fault> {
    // The permissions of what a tool writes must not depend on who started the harness.
    kernel::set_umask(0o022);
    // Whoever started the harness may have had it ignored; then no child could be waited for.
    kernel::handle_signal(kernel::SIGCHLD, kernel::SIG_DFL);
    if !plan.in_namespace {
        kernel::prctl(kernel::PR_SET_CHILD_SUBREAPER, 1)?;
    }
    // Paths are opened before the change of user, who may not reach them by name.
    let rules = PathRules::make(plan)?;
    drop_privileges(plan)?;
    // After the change of user, which undoes both.
    kernel::prctl(kernel::PR_SET_DUMPABLE, 0)?;
    if plan.in_namespace {
        kernel::prctl(kernel::PR_SET_PDEATHSIG, kernel::SIGKILL as u64)?;
    }
    kernel::change_directory(&plan.cwd)?;
    if let Some(rules) = rules {
        rules.enforce()?;
    }
    for (which, value) in &plan.rlimits {
        let limit = (*value).min(kernel::hard_limit(*which)?);
        kernel::set_limit(*which, limit, limit)?;
    }
    if !plan.seccomp.is_empty() {
        kernel::filter_system_calls(&plan.seccomp)?;
    }
    Ok(())
}

/// Becomes an unprivileged user, for good: no capability is left that exec could raise again.
fn drop_privileges(plan: &Plan) -> Result<(), Fault> {
    let keep = match plan.identity {
        Some(_) if plan.keep_reading => 1 << CAP_DAC_READ_SEARCH,
        _ => 0,
    };
    if let Some(identity) = plan.identity {
        for capability in (0..=LAST_CAPABILITY).filter(|number| keep >> number & 1 == 0) {
            // Ends at one that the kernel does not know, or without the right to drop it.
            if kernel::prctl(kernel::PR_CAPBSET_DROP, capability.into()).is_err() {
                break;
            }
        }
        if keep != 0 {
            kernel::prctl(kernel::PR_SET_KEEPCAPS, 1)?;
        }
        kernel::become_user(identity)?;
    }
    kernel::prctl(kernel::PR_SET_NO_NEW_PRIVS, 1)?;
    kernel::prctl(kernel::PR_CAP_AMBIENT, kernel::PR_CAP_AMBIENT_CLEAR_ALL)?;
    kernel::set_capabilities(keep)?;
    if keep != 0 {
        kernel::raise_ambient(CAP_DAC_READ_SEARCH)?;
    }
    Ok(())
}

/// Sets the limit that the next program inherits, high enough not to end this process.
pub fn limit_cpu(limit_s: u64) -> Result<(), Fault> {
    let hard = kernel::hard_limit(kernel::RLIMIT_CPU)?;
    let soft = (kernel::own_cpu_s()? as u64 + 1 + limit_s).min(hard);
    kernel::set_limit(kernel::RLIMIT_CPU, soft, hard)
}
