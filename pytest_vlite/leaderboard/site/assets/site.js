// Sorting, filtering and drilling down. All text is set as text, never parsed as markup.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const percent = (rate) => (100 * rate).toFixed(1) + "%";
const points = (rate) => (rate < 0 ? "−" : "+") + (100 * Math.abs(rate)).toFixed(1);

function make(tag, text, properties = {}) {
  const element = Object.assign(document.createElement(tag), properties);
  if (text !== undefined) element.textContent = text;
  return element;
}

function cell(text, className = "") {
  return make("td", text, { className });
}

function readData(id) {
  const element = document.getElementById(id);
  return element === null ? null : JSON.parse(element.textContent);
}

function fill(select, options) {
  for (const [value, text] of options) select.append(new Option(text, value));
}

function show(id) {
  document.getElementById(id).hidden = false;
}

// Sortable tables: a button in each header that names its kind in data-sort.
function sortRows(table, column, kind, ascending) {
  const body = table.tBodies[0];
  const value = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent.trim();
  const collator = new Intl.Collator("en", { numeric: true });
  const rows = Array.from(body.rows, (row) => ({ row, value: value(row) }));
  rows.sort((one, two) => {
    if (kind === "text") return (ascending ? 1 : -1) * collator.compare(one.value, two.value);
    const [first, second] = [parseFloat(one.value), parseFloat(two.value)];
    // What has no number stays last in either direction.
    if (Number.isNaN(first) || Number.isNaN(second)) return Number.isNaN(first) - Number.isNaN(second);
    return ascending ? first - second : second - first;
  });
  body.append(...rows.map((entry) => entry.row));
}

function applySort(table) {
  const header = table.querySelector("th[aria-sort]");
  if (header === null) return;
  sortRows(table, header.cellIndex, header.dataset.sort, header.ariaSort === "ascending");
}

function makeSortable(table) {
  for (const header of table.tHead.querySelectorAll("th[data-sort]")) {
    const button = make("button", header.textContent, { type: "button" });
    header.replaceChildren(button);
    button.addEventListener("click", () => {
      const first = header.dataset.sort === "number" && header.textContent !== "Place" ? "descending" : "ascending";
      const second = first === "ascending" ? "descending" : "ascending";
      const order = header.getAttribute("aria-sort") === first ? second : first;
      for (const other of table.tHead.querySelectorAll("th")) other.removeAttribute("aria-sort");
      header.setAttribute("aria-sort", order);
      applySort(table);
    });
  }
}

// Ranking
function intervalDrawing(rate, low, high) {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("class", "row");
  drawing.setAttribute("viewBox", "0 0 200 20");
  drawing.setAttribute("aria-hidden", "true");
  const shape = (tag, attributes) => {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    drawing.append(element);
  };
  const at = (value) => 4 + 192 * value;
  shape("line", { class: "grid", x1: 4, x2: 196, y1: 10, y2: 10 });
  shape("line", { class: "interval", x1: at(low), x2: at(high), y1: 10, y2: 10 });
  shape("circle", { class: "dot", cx: at(rate), cy: 10, r: 3 });
  return drawing;
}

function rankingRow(entry, rates, place) {
  const row = document.createElement("tr");
  row.append(cell(place === null ? "–" : String(place)));
  const system = make("th", undefined, { scope: "row" });
  const link = make("a", undefined, { href: entry.href });
  link.append(make("bdi", entry.name));
  system.append(link);
  if (place === null) system.append(make("div", entry.reasons.join("; "), { className: "note" }));
  row.append(system, make("td"));
  row.lastChild.append(make("bdi", entry.organisation));
  const [problems, passed, rate, low, high] = rates;
  row.append(cell(percent(rate), "number"));
  row.lastChild.dataset.value = rate;
  const interval = document.createElement("td");
  interval.append(intervalDrawing(rate, low, high), make("span", `${percent(low)} to ${percent(high)}`, { className: "note interval-text" }));
  row.append(interval, cell(`${passed} / ${problems}`, "number"));
  return row;
}

function ranking() {
  const data = readData("ranking-data");
  if (data === null) return;
  const table = document.getElementById("ranking");
  const [setting, group, organisation] = ["setting", "group", "organisation"].map((id) => document.getElementById(id));
  fill(setting, data.settings.map((name) => [name, name]));
  fill(group, [["all", "all problems"]]);
  const titles = { source: "Source", level: "Level", stratum: "Stratum", proof_size: "Size of the proof", topic: "Topic" };
  for (const [grouping, names] of Object.entries(data.groups)) {
    const options = make("optgroup", undefined, { label: titles[grouping] });
    for (const name of names) options.append(new Option(name, `${grouping}:${name}`));
    group.append(options);
  }
  const organisations = [...new Set(data.entries.map((entry) => entry.organisation))].filter(Boolean).sort();
  fill(organisation, [["", "all"], ...organisations.map((name) => [name, name])]);

  function render() {
    const rows = data.entries
      .map((entry) => ({ entry, rates: entry.results[setting.value]?.[group.value] }))
      .filter(({ entry, rates }) => rates && (!organisation.value || entry.organisation === organisation.value));
    rows.sort((one, two) =>
      Math.sign(one.entry.reasons.length) - Math.sign(two.entry.reasons.length) ||
      two.rates[2] - one.rates[2] || (one.entry.name < two.entry.name ? -1 : 1));
    let place = 0, last = null;
    table.tBodies[0].replaceChildren(...rows.map(({ entry, rates }, number) => {
      if (rates[2] !== last) [place, last] = [number + 1, rates[2]];
      return rankingRow(entry, rates, entry.reasons.length ? null : place);
    }));
    document.getElementById("ranking-setting").textContent = setting.value;
    document.getElementById("ranking-count").textContent = rows.length === 1 ? "1 system" : `${rows.length} systems`;
    for (const section of document.querySelectorAll(".for-setting")) {
      section.hidden = section.dataset.setting !== setting.value;
    }
    applySort(table);
  }
  for (const control of [setting, group, organisation]) control.addEventListener("change", render);
  if (data.settings.length) {
    show("ranking-controls");
    render();
  }
}

// Verdicts of one system
function caseDetails([index, kind, input, expected, got]) {
  const details = document.createElement("details");
  details.append(make("summary", `${kind} case ${index}`));
  for (const [name, text] of [["Input", input], ["Expected", expected], ["Got", got]]) {
    if (text !== null) details.append(make("div", name, { className: "note" }), make("pre", text));
  }
  return details;
}

function verdicts() {
  const data = readData("verdict-data");
  if (data === null) return;
  const body = document.getElementById("verdict-table").tBodies[0];
  const more = document.getElementById("verdict-more");
  const [setting, status, source, level, text] = ["setting", "status", "source", "level", "text"].map(
    (name) => document.getElementById(`verdict-${name}`));
  const collator = new Intl.Collator("en", { numeric: true });
  const distinct = (column) => [...new Set(data.problems.map((problem) => problem[column]))].sort(collator.compare);
  const present = new Set(data.verdicts.map((verdict) => verdict[3]));
  fill(setting, [["", "all"], ...data.settings.map((name, number) => [number, name])]);
  fill(status, [["", "all"], ["failed", "all but passed"],
    ...data.statuses.map((name, number) => [number, name]).filter(([number]) => present.has(number))]);
  fill(source, [["", "all"], ...distinct(3).map((name) => [name, name])]);
  fill(level, [["", "all"], ...distinct(4).map((name) => [name, name])]);
  const passed = data.statuses.indexOf("passed");
  const batch = 100;
  let found = [], shown = 0;

  function rowOf([settingNumber, problemNumber, sample, statusNumber, detail, evidence]) {
    const [id, title, href] = data.problems[problemNumber];
    const row = document.createElement("tr");
    const problem = make("th", undefined, { scope: "row" });
    problem.append(make("a", id, { href }), " ", make("bdi", title, { className: "note" }));
    const sampleText = data.several ? ` (sample ${sample})` : "";
    const reason = cell(undefined);
    reason.append(make("bdi", detail));
    if (evidence !== 0) reason.append(caseDetails(evidence));
    row.append(problem, cell(data.settings[settingNumber] + sampleText),
      cell(data.statuses[statusNumber], statusNumber === passed ? "passed" : ""), reason);
    return row;
  }

  function showMore() {
    body.append(...found.slice(shown, shown + batch).map(rowOf));
    shown = Math.min(found.length, shown + batch);
    more.hidden = shown === found.length;
    document.getElementById("verdict-count").textContent = `${found.length} attempts, ${shown} shown`;
  }

  function render() {
    const words = text.value.trim().toLowerCase();
    found = data.verdicts.filter(([settingNumber, problemNumber, , statusNumber, detail]) => {
      const problem = data.problems[problemNumber];
      return (setting.value === "" || settingNumber === Number(setting.value)) &&
        (status.value === "" || (status.value === "failed" ? statusNumber !== passed : statusNumber === Number(status.value))) &&
        (source.value === "" || problem[3] === source.value) &&
        (level.value === "" || problem[4] === level.value) &&
        (words === "" || problem[0].toLowerCase() === words || problem[1].toLowerCase().includes(words) ||
          detail.toLowerCase().includes(words));
    });
    shown = 0;
    body.replaceChildren();
    showMore();
  }
  function fromAddress() {
    const match = location.hash.match(/^#problem=(.+)$/);
    if (match === null) return;
    try {
      text.value = decodeURIComponent(match[1]);
    } catch {
      text.value = match[1];
    }
    render();
    document.getElementById("verdicts").scrollIntoView();
  }
  for (const control of [setting, status, source, level]) control.addEventListener("change", render);
  text.addEventListener("input", render);
  more.addEventListener("click", showMore);
  window.addEventListener("hashchange", fromAddress);
  show("verdict-controls");
  render();
  fromAddress();
}

// List of problems
function problems() {
  const table = document.getElementById("problems");
  if (table === null) return;
  const text = document.getElementById("problem-text");
  const lines = Array.from(table.tBodies[0].rows, (row) => [row, row.textContent.toLowerCase()]);
  text.addEventListener("input", () => {
    const words = text.value.trim().toLowerCase();
    let count = 0;
    for (const [row, line] of lines) {
      row.hidden = !line.includes(words);
      count += row.hidden ? 0 : 1;
    }
    document.getElementById("problem-count").textContent = `${count} problems`;
  });
  show("problem-controls");
}

// Comparison
function problemList(title, numbers, data) {
  const details = document.createElement("details");
  details.append(make("summary", `${title}: ${numbers.length}`));
  const list = document.createElement("p");
  for (const number of numbers) {
    const [id, href] = data.problems[number];
    list.append(make("a", id, { href }), " ");
  }
  details.append(list);
  return details;
}

function compare() {
  const data = readData("compare-data");
  if (data === null) return;
  const status = document.getElementById("compare-status");
  const numbers = Object.keys(data.shares);
  if (numbers.length < 2) {
    status.textContent = "There are no two systems with verdicts to compare.";
    return;
  }
  const [first, second] = ["first", "second"].map((name) => document.getElementById(`compare-${name}`));
  for (const select of [first, second]) fill(select, numbers.map((number) => [number, data.systems[number]]));
  second.value = numbers[1];
  const table = document.getElementById("compare-table");
  const notes = document.getElementById("compare-notes");
  const lists = document.getElementById("compare-problems");

  function render() {
    for (const element of [table.tBodies[0], notes, lists]) element.replaceChildren();
    const swapped = Number(first.value) > Number(second.value);
    const pair = data.pairs[swapped ? `${second.value},${first.value}` : `${first.value},${second.value}`];
    table.hidden = pair === undefined;
    if (pair === undefined) {
      status.textContent = "Choose two different systems.";
      return;
    }
    status.textContent = `${data.systems[first.value]} against ${data.systems[second.value]}`;
    for (const reason of pair.forced) notes.append(make("p", `Not comparable: ${reason}`, { className: "warning" }));
    for (const reason of pair.skipped) notes.append(make("p", `Not compared: ${reason}`, { className: "note" }));
    for (const setting of data.settings.filter((name) => name in pair.settings)) {
      const [rateA, rateB, difference, low, high, , corrected, words] = pair.settings[setting];
      const row = document.createElement("tr");
      row.append(make("th", setting, { scope: "row" }));
      const sign = swapped ? -1 : 1;
      const interval = swapped ? [-high, -low] : [low, high];
      row.append(
        cell(percent(swapped ? rateB : rateA), "number"), cell(percent(swapped ? rateA : rateB), "number"),
        cell(points(sign * difference), "number"), cell(`${points(interval[0])} to ${points(interval[1])}`, "number"),
        cell(corrected < 0.001 ? "< 0.001" : corrected.toFixed(3), "number"), cell(words));
      table.tBodies[0].append(row);
      const [mine, theirs] = [data.shares[first.value][setting], data.shares[second.value][setting]];
      const wins = [], losses = [];
      for (let number = 0; number < mine.length; number++) {
        if (mine[number] === " " || theirs[number] === " ") continue;
        if (mine[number] > theirs[number]) wins.push(number);
        if (mine[number] < theirs[number]) losses.push(number);
      }
      lists.append(make("h2", setting), problemList("Only or more often the first", wins, data),
        problemList("Only or more often the second", losses, data));
    }
  }
  for (const select of [first, second]) select.addEventListener("change", render);
  show("compare-controls");
  render();
}

for (const table of document.querySelectorAll("table.sortable")) makeSortable(table);
ranking();
verdicts();
problems();
compare();
