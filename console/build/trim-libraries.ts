/**
 * Removes from the build what the data grid imports for features that the console never turns on: filter panel, columns
 * panel, column menu, toolbar, pager, editors, exports, and the Material UI components that only those use. They are
 * never rendered, but they are the grid's defaults, so no bundler can drop them. The same for a few modules elsewhere.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Modules of the grid, by their path inside it, that the build replaces with empty ones. */
const PARTS: readonly string[] = [
  'components/GridPagination',
  'components/cell/GridActionsCell',
  'components/cell/GridEditBooleanCell',
  'components/cell/GridEditDateCell',
  'components/cell/GridEditInputCell',
  'components/cell/GridEditLongTextCell',
  'components/cell/GridEditSingleSelectCell',
  'components/cell/GridLongTextCell',
  'components/columnsManagement/GridColumnsManagement',
  'components/menu/columnMenu/GridColumnMenu',
  'components/panel/GridColumnsPanel',
  'components/panel/filterPanel/GridFilterInputBoolean',
  'components/panel/filterPanel/GridFilterInputDate',
  'components/panel/filterPanel/GridFilterInputMultipleSingleSelect',
  'components/panel/filterPanel/GridFilterInputMultipleValue',
  'components/panel/filterPanel/GridFilterInputSingleSelect',
  'components/panel/filterPanel/GridFilterInputValue',
  'components/panel/filterPanel/GridFilterPanel',
  'components/toolbarV8/GridToolbar',
  'hooks/features/export/useGridCsvExport',
  'hooks/features/export/useGridPrintExport',
];

/** Components of Material UI that only those modules use, and what their modules export besides. */
const STUBBED_MUI: Readonly<Record<string, readonly string[]>> = {
  Autocomplete: [],
  ListItemText: ['listItemTextClasses'],
  Switch: [],
  Tab: [],
  TablePagination: ['tablePaginationClasses'],
  Tabs: [],
  TextField: [],
  ToggleButton: [],
};

/** Other modules that are never used: the theme turns ripples off, and no component is wrapped by `withTheme`. */
const UNUSED: readonly string[] = [
  '@mui/material/ButtonBase/TouchRipple',
  'hoist-non-react-statics/dist/hoist-non-react-statics.cjs',
];

const GRID = '/node_modules/@mui/x-data-grid/';
const GRID_ENTRY = `${GRID}material/index.mjs`;
const EMPTY = '\0grid-without/';

const slashed = (id: string) => id.split(path.sep).join('/');

/** The name of a module that is left out, as it is listed; null for other modules. */
function partOf(id: string): string | null {
  const named = slashed(id).replace(/\.m?js$/, '');
  const listed = (list: readonly string[], path: string | undefined) => list.find((each) => each === path) ?? null;
  return listed(PARTS, named.split(GRID)[1]) ?? listed(UNUSED, named.split('/node_modules/').at(-1));
}

function empty(names: readonly string[]): string {
  return [
    'const nothing = () => null;',
    'export default nothing;',
    ...names.map((name) => `export { nothing as ${name} };`),
  ].join('\n');
}

export function trimLibraries(): Plugin {
  const missed = new Set([...PARTS, ...UNUSED, ...Object.keys(STUBBED_MUI)]);
  return {
    name: 'trim-libraries',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer) {
      const [, name] = /^@mui\/material\/(\w+)$/.exec(source) ?? [];
      if (name === undefined || STUBBED_MUI[name] === undefined || !slashed(importer ?? '').endsWith(GRID_ENTRY))
        return null;
      missed.delete(name);
      return EMPTY + name;
    },
    load(id) {
      if (id.startsWith(EMPTY)) return empty(STUBBED_MUI[id.slice(EMPTY.length)] ?? []);
      const part = partOf(id);
      if (part === null) return null;
      missed.delete(part);
      const exported = readFileSync(id, 'utf8').matchAll(/^export (?:(?:const|function) (\w+)|\{([^}]+)\})/gm);
      return empty([...exported].flatMap(([, name, names = '']) => name ?? names.trim().split(/\s*,\s*/)));
    },
    /** Newer libraries may be built differently: fail instead of growing the bundle silently. */
    buildEnd(error) {
      if (error === undefined && missed.size > 0)
        this.error(
          `The libraries no longer have these parts; see console/build/trim-libraries.ts: ${[...missed].join(', ')}`,
        );
    },
  };
}
