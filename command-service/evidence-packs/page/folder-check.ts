import type { Sha256 } from '../check-pack.ts';
import { hexOf, type PackProblem } from '../check-pack.ts';
import type { PackManifest } from '../pack-format.ts';
import type { PackElements } from './pack-elements.ts';
import type { PackState } from './pack-state.ts';
import type { PackTexts } from './pack-texts.ts';

/** Lets the reader choose the unpacked folder, and compares its files with the records. */
export function folderCheck(
  state: PackState,
  { element }: PackElements,
  { text, counted }: PackTexts,
  sha256: Sha256,
  draw: () => void,
) {
  const checkFolder = async (pack: PackManifest, chosen: readonly File[]): Promise<void> => {
    const found = new Map(chosen.map((file) => [file.webkitRelativePath.split('/').slice(-2).join('/'), file]));
    const wrong: PackProblem[] = [];
    let checked = 0;
    for (const [index, { path, hash, state: fileState }] of pack.files.entries()) {
      if (fileState !== 'here') continue;
      const file = found.get(path);
      if (file === undefined) wrong.push({ kind: 'file-absent', index });
      else {
        checked += 1;
        const bytes = new Uint8Array(await file.arrayBuffer());
        if (hexOf(sha256(bytes)) !== hash) wrong.push({ kind: 'file', index });
        else if (!pack.filesInPage) state.contents.set(hash, bytes);
      }
    }
    state.folder = checked === 0 ? 'empty' : { checked, problems: wrong };
    draw();
    document.querySelector(wrong.length > 0 && checked > 0 ? '.result' : '.folder')?.scrollIntoView();
  };

  const outcome = (): string => {
    const { folder } = state;
    if (folder === null) return '';
    if (folder === 'empty') return text('folder.empty');
    return folder.problems.length === 0 ? text('folder.fits', { what: counted('files', folder.checked) }) : '';
  };

  /** null for a pack without files. */
  const folderPart = (pack: PackManifest): HTMLElement | null => {
    if (!pack.files.some((file) => file.state === 'here')) return null;
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'folder';
    input.webkitdirectory = true;
    input.addEventListener('change', () => void checkFolder(pack, [...(input.files ?? [])]));
    return element(
      'section',
      { class: 'folder' },
      element('label', { for: 'folder', class: 'button' }, text('folder')),
      input,
      element('p', {}, text('folder.hint')),
      element('p', { role: 'status', class: 'said' }, outcome()),
    );
  };

  return { folderPart };
}
