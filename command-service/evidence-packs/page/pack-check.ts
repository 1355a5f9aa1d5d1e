import type { Sha256 } from '../check-pack.ts';
import { bytesOfBase64, checkRecords, hexOf, type PackProblem } from '../check-pack.ts';
import type { PackManifest } from '../pack-format.ts';
import type { PackState } from './pack-state.ts';

/** The check, in slices between which the page stays usable; `progress` is called after each. */
export function packCheck(state: PackState, sha256: Sha256, progress: () => void) {
  // A check of the clock costs microseconds and may come often; long slices would make the reader wait.
  const sliceMs = 40;
  const nextSlice = () => new Promise((resolve) => setTimeout(resolve));

  const checkFiles = async ({ files, filesInPage }: PackManifest): Promise<readonly PackProblem[]> => {
    const found: PackProblem[] = [];
    for (const [index, file] of files.entries()) {
      if (file.state !== 'here' || !filesInPage) continue;
      const embedded = document.getElementById(`file-${file.hash}`)?.textContent;
      const bytes = bytesOfBase64(embedded ?? '');
      if (embedded == null) found.push({ kind: 'file-absent', index });
      else if (hexOf(sha256(bytes)) === file.hash) state.contents.set(file.hash, bytes);
      else found.push({ kind: 'file', index });
      if (index % 8 === 7) await nextSlice();
    }
    return found;
  };

  /** Checks the files in the page and the records, and stores the problems in the state. */
  const check = async (pack: PackManifest): Promise<void> => {
    const found = await checkFiles(pack);
    const run = checkRecords(pack, sha256);
    for (let since = performance.now(); ; ) {
      const step = run.next();
      if (step.done === true) {
        state.problems = [...step.value, ...found];
        return;
      }
      state.share = step.value;
      if (performance.now() - since < sliceMs) continue;
      progress();
      await nextSlice();
      since = performance.now();
    }
  };

  return { check };
}
