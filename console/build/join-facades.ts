/**
 * A page or a dialog whose module shares a chunk with others gets a file of its own that only passes its exports on. Such
 * files cost a request each: the places that load them load the chunk instead.
 */
import type { Plugin } from 'vite';

const PASSES_ON = /^export\{([^}]*)\}from"\.\/([^"]+)";\s*$/;

/** 'a as b,c' as pairs. */
function namesOf(list: string): readonly (readonly [string, string])[] {
  return list.split(',').map((each) => {
    const [name = '', as = name] = each.split(' as ');
    return [name, as] as const;
  });
}

export function joinFacades(): Plugin {
  return {
    name: 'join-facades',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        let joined = 0;
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        for (const facade of chunks) {
          if (!facade.isDynamicEntry || Object.keys(facade.modules).length > 0) continue;
          const [, exported = '', target = ''] = PASSES_ON.exec(facade.code) ?? [];
          if (target === '') continue;
          const fields = namesOf(exported).map(([inTarget, name]) => `${name}:m.${inTarget}`);
          const file = facade.fileName.slice(facade.fileName.lastIndexOf('/') + 1);
          for (const chunk of chunks) {
            chunk.code = chunk.code
              .replaceAll(`import(\`./${file}\`)`, `import("./${target}").then(m=>({${fields.join()}}))`)
              .replaceAll(file, target);
          }
          delete bundle[facade.fileName];
          joined += 1;
        }
        // A newer bundler may write such files differently.
        if (joined === 0) this.error('No chunk only passes exports on; see console/build/join-facades.ts.');
      },
    },
  };
}
