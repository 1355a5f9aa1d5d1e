/**
 * Which files the build makes: few, since small ones compress badly and each is a request of its own, yet nobody
 * fetches for one screen what only others need.
 */
import path from 'node:path';

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

interface Layer {
  readonly name: string;
  /** The modules that need it. */
  readonly of: readonly string[];
  /** Only what one of these needs as well. */
  readonly and?: readonly string[];
}

/** A module belongs to the first that fits; what fits none is left to the bundler. */
const LAYERS: readonly Layer[] = [
  { name: 'start', of: ['main.tsx'] },
  {
    name: 'open',
    of: ['app/PublicApp.tsx', 'share-page/SharePage.tsx'],
    and: [
      'app/SignedInApp.tsx',
      'dashboard/DashboardPage.tsx',
      'links/list/LinksTable.tsx',
      'links/edit/AddLinkDialog.tsx',
    ],
  },
  { name: 'console', of: ['app/SignedInApp.tsx'] },
  { name: 'list', of: ['dashboard/DashboardPage.tsx'], and: ['teams/TeamPage.tsx'] },
  { name: 'table', of: ['links/list/LinksTable.tsx'] },
  { name: 'forms', of: ['links/edit/AddLinkDialog.tsx'], and: ['links/edit/EditLinkDialog.tsx'] },
];

/** All that is fetched before any of `files` can run. */
function needs(files: readonly string[], root: string, modules: Modules): ReadonlySet<string> {
  const found = new Set<string>();
  const look = files.map((file) => path.join(root, file));
  for (let id = look.pop(); id !== undefined; id = look.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    look.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** The groups for the bundler's `codeSplitting`. */
export function codeSplittingGroups(root: string) {
  return LAYERS.map(({ name, of, and = of }, place) => {
    let both: ReadonlySet<string> | undefined;
    return {
      debugName: name,
      priority: LAYERS.length - place,
      name(id: string, modules: Modules): string | null {
        both ??= needs(of, root, modules).intersection(needs(and, root, modules));
        return both.has(id) ? name : null;
      },
    };
  });
}
