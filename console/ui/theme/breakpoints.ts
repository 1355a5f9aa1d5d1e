/** Screen widths at which the layout changes, as media queries, and the widths of the sidebar. */

/** Widths of the sidebar. */
export const SIDEBAR = { open: '16rem', sheet: '18rem', icons: '3rem' } as const;

/** Below this width the sidebar is a sheet and tables are cards (infra/docs/product.md, "Screens"). */
export const SMALL_SCREEN = '(max-width: 767.98px)';

/** From this width on, the details of a link open beside the page. */
export const WIDE_SCREEN = '(min-width: 1280px)';

/** Below this width the header moves less used actions into a menu. */
export const TIGHT_SCREEN = '(max-width: 1023.98px)';
