"use strict";
(() => {
  // Tables: a click on a head sorts by that column, a second click turns the order round.
  const value = (row, column) => {
    const cell = row.cells[column];
    const key = cell.dataset.key ?? cell.textContent.trim().replaceAll(",", "");
    const number = Number(key);
    return key !== "" && Number.isFinite(number) ? number : key;
  };
  const compare = (a, b) => {
    if (typeof a === typeof b) return typeof a === "number" ? a - b : a.localeCompare(b);
    return typeof a === "number" ? -1 : 1;
  };
  for (const table of document.querySelectorAll("table.sortable")) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => head.addEventListener("click", () => {
      const first = head.classList.contains("n") ? "descending" : "ascending";
      const other = first === "ascending" ? "descending" : "ascending";
      const order = head.getAttribute("aria-sort") === first ? other : first;
      heads.forEach((h) => h.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      const rows = [...table.tBodies[0].rows];
      const empty = (row) => row.cells[column].textContent.trim() === "";
      rows.sort((a, b) => empty(a) - empty(b) || sign * compare(value(a, column), value(b, column)));
      table.tBodies[0].append(...rows);
    }));
  }

  // Charts: the value under the pointer, or of the mark that has the focus.
  const tip = document.getElementById("tip");
  const show = (mark, x, y) => {
    tip.textContent = mark.dataset.tip;
    tip.hidden = false;
    tip.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - tip.offsetWidth - 8))}px`;
    tip.style.top = `${Math.max(4, Math.min(y + 14, innerHeight - tip.offsetHeight - 8))}px`;
  };
  const markOf = (event) => event.target.closest && event.target.closest("[data-tip]");
  document.addEventListener("pointermove", (event) => {
    const mark = markOf(event);
    if (mark) show(mark, event.clientX, event.clientY); else tip.hidden = true;
  });
  document.addEventListener("focusin", (event) => {
    const mark = markOf(event);
    if (!mark) return;
    const box = mark.getBoundingClientRect();
    show(mark, box.right, box.bottom);
  });
  document.addEventListener("focusout", () => { tip.hidden = true; });
  for (const title of document.querySelectorAll("svg [data-tip] > title")) title.remove(); // shown twice otherwise

  // A link to an example hand opens it.
  const open = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target instanceof HTMLDetailsElement) target.open = true;
  };
  addEventListener("hashchange", open);
  open();
})();
