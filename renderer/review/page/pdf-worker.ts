import { PDFWorker, VerbosityLevel } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url&no-inline';
import faxDecoderUrl from 'pdfjs-dist/wasm/jbig2_nowasm_fallback.js?url&no-inline';
import jpegDecoderUrl from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url&no-inline';

/**
 * pdf.js reads documents in its own worker. Its script, fonts and decoders are part of this program and come from the
 * window's own address; nothing is fetched from elsewhere. One worker serves the window for its whole life.
 */
let shared: PDFWorker | undefined;

export function pdfWorker(): PDFWorker {
  if (shared === undefined || shared.destroyed) {
    const port = new Worker(workerUrl, { type: 'module', name: 'pages' });
    // Errors in a document are shown instead of its page; nobody here needs the warnings.
    shared = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS });
  }
  return shared;
}

// The bundler analyses these calls statically, so they cannot share any code.
const files: Readonly<Record<string, string>> = {
  ...import.meta.glob<string>('../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('../../../node_modules/pdfjs-dist/standard_fonts/*.pfb', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('../../../node_modules/@expo-google-fonts/arimo/{4,7}*/*.ttf', {
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

/** Arimo has the widths and the looks of the Liberation Sans that pdf.js brings, and a licence to pass it on with this program. */
const instead: Readonly<Record<string, string>> = {
  'LiberationSans-Regular.ttf': 'Arimo_400Regular.ttf',
  'LiberationSans-Italic.ttf': 'Arimo_400Regular_Italic.ttf',
  'LiberationSans-Bold.ttf': 'Arimo_700Bold.ttf',
  'LiberationSans-BoldItalic.ttf': 'Arimo_700Bold_Italic.ttf',
};

/** Gives pdf.js the fonts, character maps and decoders it asks for by name; the bundler has renamed the files. */
export class BundledFiles {
  async fetch({ filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const url = addresses.get(instead[filename] ?? filename);
    const response = url === undefined ? undefined : await fetch(url);
    if (!response?.ok) throw new Error(`${filename} is not part of this program.`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/**
 * Where a policy forbids WebAssembly, pdf.js imports a decoder in plain JavaScript from this address, appending a file
 * name, which ends up in the query. Only one decoder fits: JPEG 2000 if the document has such an image, otherwise fax and
 * JBIG2, which scanners write. (With WebAssembly both are available.)
 */
export function decoderUrlFor(bytes: Uint8Array): string {
  const url = includesText(bytes, '/JPXDecode') ? jpegDecoderUrl : faxDecoderUrl;
  return `${new URL(url, import.meta.url).href}?/`;
}

function includesText(bytes: Uint8Array, text: string): boolean {
  const bytesToFind = new TextEncoder().encode(text);
  const [first = 0] = bytesToFind;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (bytesToFind.every((byte, offset) => bytes[at + offset] === byte)) return true;
  }
  return false;
}
