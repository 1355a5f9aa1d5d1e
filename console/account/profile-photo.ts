/** Checks and crops a photo before it is uploaded. */

import { formatTooLarge, messages } from './messages.ts';

/** The accepted image types (infra/docs/product.md, "Profile and photo"). */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/gif'] as const;

export const MAX_PHOTO_BYTES = 2 * 1024 * 1024;

/** Edge of the uploaded square in pixels: sharp at every size in use, and small to load. */
const EDGE = 512;

/** Why a file cannot be a profile photo; null: it can. Pure. */
export function photoProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!PHOTO_TYPES.some((each) => each === type)) return messages.photoWrongType;
  return size > MAX_PHOTO_BYTES ? formatTooLarge(size) : null;
}

/** The middle square of an image file as a data URL of a PNG or JPEG. @throws Error for a file that is no image */
export async function cropToSquare(file: File): Promise<string> {
  const image = await createImageBitmap(file);
  try {
    const side = Math.min(image.width, image.height);
    const edge = Math.min(EDGE, side);
    const canvas = document.createElement('canvas');
    canvas.width = edge;
    canvas.height = edge;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('The browser gave no canvas to draw on.');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, (image.width - side) / 2, (image.height - side) / 2, side, side, 0, 0, edge, edge);
    return file.type === 'image/jpeg' ? canvas.toDataURL('image/jpeg', 0.9) : canvas.toDataURL('image/png');
  } finally {
    image.close();
  }
}
