/** The part of the library that draws logos and small screenshots; its own declarations are 100 KB. */
declare module '@silvia-odwyer/photon-node' {
  export class PhotonImage {
    /** @throws WebAssembly.RuntimeError for a file that cannot be decoded. */
    static new_from_byteslice(file: Uint8Array): PhotonImage;
    get_width(): number;
    get_height(): number;
    /** As a PNG. */
    get_bytes(): Uint8Array;
    /** @param quality from 0 to 100. */
    get_bytes_jpeg(quality: number): Uint8Array;
    /** Ends the image: its memory is not collected before. */
    free(): void;
  }
  export const SamplingFilter: { readonly Triangle: number; readonly Lanczos3: number };
  export function resize(image: PhotonImage, width: number, height: number, filter: number): PhotonImage;
}
