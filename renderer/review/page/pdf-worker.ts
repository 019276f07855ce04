import { PDFWorker, VerbosityLevel } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url&no-inline';
import faxDecoderUrl from 'pdfjs-dist/wasm/jbig2_nowasm_fallback.js?url&no-inline';
import jpegDecoderUrl from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url&no-inline';

/**
 * pdf.js reads documents in a worker of its own. Its script, fonts and decoders are files of this program, from the
 * window's own address: nothing is fetched from elsewhere. One worker serves the whole life of the window.
 */
let shared: PDFWorker | undefined;

export function pdfWorker(): PDFWorker {
  if (shared === undefined || shared.destroyed) {
    const port = new Worker(workerUrl, { type: 'module', name: 'pages' });
    // What is wrong with a document is shown in its place; its warnings are for nobody here.
    shared = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS });
  }
  return shared;
}

// The bundler reads these calls as they are written: nothing in them can be shared.
const files: Readonly<Record<string, string>> = {
  ...import.meta.glob<string>('../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  }),
};
const addresses = new Map(Object.entries(files).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]));

/** Hands pdf.js the fonts, character maps and decoders that a document asks for by name; the bundler has renamed the files. */
export class BundledFiles {
  async fetch({ filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const url = addresses.get(filename);
    const response = url === undefined ? undefined : await fetch(url);
    if (!response?.ok) throw new Error(`${filename} is not part of this program.`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/**
 * Where a policy forbids WebAssembly, pdf.js imports a decoder in plain JavaScript, from this address with a file name of
 * its own appended, which goes into the query. There is room for one decoder: the one for JPEG 2000 if the document has
 * such a picture, else the one for fax and JBIG2, which scanners write. (With WebAssembly both are there.)
 */
export function decoderUrlFor(bytes: Uint8Array): string {
  const url = includesText(bytes, '/JPXDecode') ? jpegDecoderUrl : faxDecoderUrl;
  return `${new URL(url, import.meta.url).href}?/`;
}

function includesText(bytes: Uint8Array, text: string): boolean {
  const sought = new TextEncoder().encode(text);
  const [first = 0] = sought;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (sought.every((byte, offset) => bytes[at + offset] === byte)) return true;
  }
  return false;
}
