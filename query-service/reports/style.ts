/** The style of a report’s page, as on paper and in the PDF. */
export const REPORT_STYLE = `
:root { color-scheme: light; --text: #16181d; --quiet: #5b616e; --line: #dfe2e8; --soft: #f5f6f8; --page: #fff;
  --live: #1b7f4d; --removed: #b42318; --pending: #8a5a00; --link: #3b57d9; }
* { box-sizing: border-box; }
body { margin: 0; padding: 40px 24px 64px; background: var(--page); color: var(--text);
  font: 14px/22px Inter, 'Noto Sans', ui-sans-serif, system-ui, sans-serif; font-variant-numeric: tabular-nums; }
main { max-width: 960px; margin: 0 auto; }
a { color: var(--link); text-decoration: none; overflow-wrap: anywhere; }
a:hover { text-decoration: underline; }
nav { display: flex; gap: 8px; justify-content: flex-end; margin-bottom: 16px; }
nav a { border: 1px solid var(--line); border-radius: 8px; padding: 6px 14px; font-weight: 550; }
.agency { margin: 0 0 4px; color: var(--quiet); font-weight: 550; }
.agency img { display: block; max-width: 240px; max-height: 56px; margin: 0 0 12px; }
.draft { display: inline-block; margin: 0 0 16px; padding: 4px 12px; border-radius: 8px; background: var(--soft);
  color: var(--pending); font-weight: 550; }
h1 { margin: 0; font-size: 28px; line-height: 36px; font-weight: 650; letter-spacing: -0.02em; overflow-wrap: anywhere; }
.about { margin: 4px 0 0; color: var(--quiet); font-size: 15px; }
h2 { margin: 40px 0 12px; font-size: 17px; line-height: 24px; font-weight: 620; letter-spacing: -0.01em; break-after: avoid; }
h2 small { color: var(--quiet); font-size: 15px; font-weight: 450; margin-inline-start: 4px; }
.note { margin: 24px 0 0; padding: 4px 20px; border-radius: 12px; background: var(--soft); overflow-wrap: anywhere; }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(128px, 1fr)); gap: 12px; margin: 0; }
.numbers div { border: 1px solid var(--line); border-radius: 12px; padding: 12px 16px; }
.numbers a { color: inherit; text-decoration: none; }
.numbers a:hover div, .numbers a:focus-visible div { border-color: var(--link); }
.numbers dt { color: var(--quiet); font-size: 13px; line-height: 18px; }
.numbers dd { margin: 2px 0 0; font-size: 24px; line-height: 32px; font-weight: 620; }
dd.lost { color: var(--removed); } dd.live, dd.delivered, dd.back { color: var(--live); } dd.pending { color: var(--pending); }
.sum { margin: 12px 0 0; font-weight: 550; }
.more { margin: 8px 0 0; color: var(--quiet); }
table { width: 100%; border-collapse: collapse; font-size: 13px; line-height: 18px; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th { text-align: start; color: var(--quiet); font-weight: 500; padding: 0 12px 6px 0; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
td { padding: 8px 12px 8px 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
td.day, td.until, td.since, td.type, td.status { white-space: nowrap; }
td.article, td.client { min-width: 140px; } td.reason, td.deviations { min-width: 150px; } td.anchor { min-width: 90px; }
.price { text-align: end; white-space: nowrap; }
.status.live { color: var(--live); } .status.removed { color: var(--removed); } .status.pending { color: var(--pending); }
.status.not-found { color: var(--quiet); }
.loss { break-inside: avoid; margin-top: 20px; } .loss .more { margin: 0; }
.loss .two { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 16px; }
h3 { margin: 0 0 4px; overflow-wrap: anywhere; font-size: 14px; line-height: 20px; font-weight: 550; break-after: avoid; }
h3 small { color: var(--quiet); font-size: 13px; font-weight: 450; margin-inline-start: 4px; white-space: nowrap; }
figure { margin: 0; }
figure img { display: block; width: 100%; margin-top: 8px; height: auto; border: 1px solid var(--line); border-radius: 8px; }
figcaption { margin-top: 4px; color: var(--quiet); font-size: 13px; line-height: 18px; }
.two { display: grid; grid-template-columns: 2fr 1fr; gap: 32px; align-items: start; }
footer { margin-top: 48px; border-top: 1px solid var(--line); color: var(--quiet); font-size: 12px; line-height: 18px; }
footer h2 { margin: 16px 0 4px; font-size: 12px; line-height: 18px; }
footer p { margin: 0 0 8px; }
@media screen and (min-width: 960px) { td.client { min-width: 180px; } }
@media screen and (max-width: 640px) {
  body { padding: 24px 16px 48px; }
  .two, .loss .two { grid-template-columns: minmax(0, 1fr); gap: 16px; }
  table:not(.shares), table:not(.shares) tbody, table:not(.shares) tr, table:not(.shares) td { display: block; }
  table:not(.shares) thead { display: none; }
  table:not(.shares) tr { padding: 12px 0; border-bottom: 1px solid var(--line); }
  table:not(.shares) td { padding: 1px 0; border: 0; text-align: start; white-space: normal; }
  table:not(.shares) td:empty { display: none; }
  table:not(.shares) td:not(.article)::before { content: attr(data-label) ': '; color: var(--quiet); }
  td.article { font-weight: 550; }
  h3 small { display: block; margin: 0; }
}
@media print { body { padding: 0; font-size: 12px; } nav { display: none; } a { color: inherit; } main { max-width: none; }
  h1 { font-size: 24px; line-height: 32px; } h2 { margin-top: 28px; } table, figcaption, h3 small { font-size: 10.5px; line-height: 15px; }
  h3 { font-size: 11.5px; line-height: 16px; }
  .numbers { grid-template-columns: repeat(auto-fit, minmax(88px, 1fr)); gap: 8px; } .numbers div { padding: 8px 12px; }
  .numbers dt { font-size: 11px; line-height: 15px; } .numbers dd { font-size: 20px; line-height: 28px; } }
`;

/** The reader’s dark color scheme on screens; a draft is shown as paper. */
export const REPORT_DARK = `@media screen and (prefers-color-scheme: dark) { :root { color-scheme: dark; --text: #eceef2; --quiet: #a3a9b5;
  --line: #333842; --soft: #1d2027; --page: #14161b; --live: #4cc38a; --removed: #ff8a80; --pending: #e0b04f; --link: #94a8ff; } }`;
