/** The style sheet of the report: no font, image or script from anywhere. Light and dark follow the reader's system. */
export const STYLE: string = `
:root {
  color-scheme: light dark;
  --page: #fbfaf8; --card: #ffffff; --ink: #1d1f27; --soft: #5f6470; --muted: #9a9ea8; --line: #e6e4df;
  --accent: #4a45d6; --orange: #c8660a; --teal: #0b857b; --pink: #b8327f; --gold: #94790a; --green: #1f9254; --red: #cf3b3b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14151b; --card: #1c1e26; --ink: #eceef4; --soft: #a6abb9; --muted: #7d8290; --line: #2d303b;
    --accent: #918dff; --orange: #f0984a; --teal: #46c4b6; --pink: #ee7fbb; --gold: #dcbf4e; --green: #4fc98a; --red: #f27878;
  }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif }
main { max-width: 1060px; margin: 0 auto; padding: 48px 24px 80px }
h1 { font-size: 34px; line-height: 1.15; letter-spacing: -.02em; margin: 0 0 6px }
h2 { font-size: 25px; letter-spacing: -.015em; margin: 64px 0 4px }
h3 { font-size: 17px; margin: 0 0 2px }
p { margin: 0 0 14px; max-width: 70ch }
.soft, .card > p { color: var(--soft) }
.card > p { font-size: 14.5px }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 22px 24px; margin: 18px 0 }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(168px, 1fr)); gap: 14px; margin: 22px 0 }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 16px 18px }
.tile .big { font-size: 34px; font-weight: 650; letter-spacing: -.03em; line-height: 1.15; font-variant-numeric: tabular-nums }
.tile .what { font-size: 13.5px; color: var(--soft) }
.tile .note { font-size: 13px; font-variant-numeric: tabular-nums; color: var(--soft) }
.good { color: var(--green) !important } .bad { color: var(--red) !important }
.grid2 { display: grid; grid-template-columns: repeat(auto-fit, minmax(420px, 1fr)); gap: 20px }
.grid4 { display: grid; grid-template-columns: repeat(auto-fill, minmax(200px, 1fr)); gap: 16px 24px }
h3.spaced { margin-top: 24px }
.pairs { display: grid; grid-template-columns: 1fr 1fr; gap: 10px 40px; max-width: 720px }
@media (max-width: 520px) { .grid2 { grid-template-columns: 1fr } main { padding: 28px 14px 60px } }
svg { display: block; width: 100%; height: auto; font-family: inherit }
svg .grid { stroke: var(--line); stroke-width: 1 }
svg .zero { stroke: var(--muted); stroke-width: 1.2 }
svg text:not([fill]) { fill: var(--ink) }
svg text.tick, svg text.axis { font-size: 12px; fill: var(--soft) }
svg .label { font-size: 13px }
svg .name { font-size: 13px; font-weight: 600 }
svg .value { font-variant-numeric: tabular-nums; font-weight: 400 }
svg .column { fill: transparent } svg .bar:hover .column { fill: var(--line) }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: 14.5px }
th { text-align: left; font-weight: 550 }
thead th { font-size: 13px; font-weight: 500; color: var(--soft); border-bottom: 1px solid var(--line) }
th, td { padding: 7px 10px; border-bottom: 1px solid var(--line); vertical-align: top }
tbody:last-child tr:last-child > * { border-bottom: 0 }
tbody th { white-space: nowrap }
th.group { font-size: 13px; color: var(--soft); padding-top: 16px }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
.scores td.number { position: relative; padding-bottom: 10px }
.fill { position: absolute; left: 6px; bottom: 3px; height: 3px; border-radius: 2px; opacity: .55; max-width: calc(100% - 12px) }
.over { position: relative }
.dot { display: inline-block; width: 10px; height: 10px; border-radius: 50%; margin-right: 9px }
code, .mono { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .9em }
footer { margin-top: 64px; color: var(--soft); font-size: 13.5px }
`
