/** The part of the library that draws logos; its own declarations are 100 KB. */
declare module '@silvia-odwyer/photon-node' {
  export class PhotonImage {
    /** @throws WebAssembly.RuntimeError for a file that cannot be decoded. */
    static new_from_byteslice(file: Uint8Array): PhotonImage;
    get_width(): number;
    get_height(): number;
    /** As a PNG. */
    get_bytes(): Uint8Array;
  }
  export const SamplingFilter: { readonly Lanczos3: number };
  export function resize(image: PhotonImage, width: number, height: number, filter: number): PhotonImage;
}
