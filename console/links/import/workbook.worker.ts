/** Reads workbooks in a worker: a large one takes seconds, and its memory is freed with the worker. */
import { readWorkbook, type Workbook, WorkbookError, type WorkbookProblem } from './workbook.ts';

export interface WorkbookRequest {
  readonly file: Blob;
  readonly sheet: string | null;
}
export type WorkbookReply = Workbook | { readonly problem: WorkbookProblem };

async function reply({ file, sheet }: WorkbookRequest): Promise<WorkbookReply> {
  try {
    return await readWorkbook(new Uint8Array(await file.arrayBuffer()), sheet);
  } catch (error) {
    if (error instanceof WorkbookError) return { problem: error.problem };
    throw error;
  }
}

addEventListener(
  'message',
  ({ data }: MessageEvent<WorkbookRequest>) => void reply(data).then((answer) => postMessage(answer)),
);
