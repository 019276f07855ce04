import { useQuery } from '@tanstack/react-query';
import type { DocumentSummary } from '../../electron/core/contract/documents.ts';
import { loadPreview } from '../review/page/use-preview.ts';

/** Whoever moves through a list passes documents fast, and larger files are not fetched for a glance. */
const restMs = 250;
const maxBytes = 8 * 1024 * 1024;
/** Pictures stay in memory for so long after use: a list may be scrolled back. */
const keptMs = 300_000;

interface PagePictureProps {
  readonly of: Pick<DocumentSummary, 'id' | 'preview' | 'size'>;
  /** In CSS pixels; it is drawn twice as large, for fine screens. */
  readonly width: number;
  /** It is one of many: they are drawn one after the other, so that the page stays smooth. */
  readonly inTurn?: boolean;
}

/** Whether there is one of a document. */
export function isPictured({ preview, size }: PagePictureProps['of']): boolean {
  return (preview === 'pdf' || preview === 'image') && size <= maxBytes;
}

/** A document's first page, small; nothing where it cannot be shown. */
export function PagePicture({ of, width, inTurn = false }: PagePictureProps) {
  const { data } = useQuery({
    queryKey: ['picture', of.id, of.size, width],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, restMs));
      const draw = () => drawn(of, 2 * width, signal);
      return inTurn ? afterOthers(draw) : draw();
    },
    enabled: isPictured(of),
    gcTime: keptMs,
  });
  return data ? <img src={data} width={width} alt="" /> : null;
}

let last: Promise<unknown> = Promise.resolve();

function afterOthers<Value>(make: () => Promise<Value>): Promise<Value> {
  const made = last.then(make);
  last = made.catch(() => undefined);
  return made;
}

/** The picture as an address. @throws Error if there is none; whoever shows it next asks again */
async function drawn({ id, preview }: PagePictureProps['of'], width: number, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  const loaded = await loadPreview(id, preview, signal);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  if (loaded.kind === 'image') {
    // Decoded and shrunk beside the page's own thread.
    const image = await createImageBitmap(loaded.bytes, { resizeWidth: width, resizeQuality: 'medium' });
    canvas.height = image.height;
    canvas.getContext('2d')?.drawImage(image, 0, 0);
  } else if (loaded.kind === 'pdf') {
    const { openPdf } = await import('../review/page/pdf.ts');
    const done = new AbortController();
    const { first } = await openPdf(new Uint8Array(loaded.bytes), AbortSignal.any([signal, done.signal]));
    const viewport = first.getViewport({ scale: width / first.getViewport({ scale: 1 }).width });
    canvas.height = viewport.height;
    await first.render({ canvas, viewport }).promise;
    done.abort();
  } else {
    throw new Error('There is no page to draw.');
  }
  return canvas.toDataURL('image/webp');
}
