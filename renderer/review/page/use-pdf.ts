import { useEffect, useState } from 'react';
import { pageText } from './find-value.ts';
import type { ReadPage } from './marks.ts';
import type { OpenPdf, PdfProblem } from './pdf.ts';

type PdfState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly pdf: OpenPdf }
  | { readonly kind: 'failed'; readonly problem: PdfProblem };

/** Opens a PDF; pdf.js itself is loaded with the first one. */
export function usePdf(bytes: ArrayBuffer): PdfState {
  const [state, setState] = useState<PdfState>({ kind: 'opening' });
  useEffect(() => {
    const closing = new AbortController();
    setState({ kind: 'opening' });
    const open = async (): Promise<void> => {
      const { openPdf, problemOf } = await import('./pdf.ts');
      try {
        // A copy, because the worker takes it and the bytes may be opened again.
        const pdf = await openPdf(new Uint8Array(bytes.slice(0)), closing.signal);
        if (!closing.signal.aborted) setState({ kind: 'open', pdf });
      } catch (error) {
        if (!closing.signal.aborted) setState({ kind: 'failed', problem: problemOf(error) });
      }
    };
    void open();
    return () => closing.abort();
  }, [bytes]);
  return state;
}

/** Values are marked on this many pages at most. */
const maxPages = 40;

/** The text of the first pages, growing as they are read; empty for a scan without text. */
export function usePageTexts({ document }: OpenPdf): readonly ReadPage[] {
  const [pages, setPages] = useState<readonly ReadPage[]>([]);
  useEffect(() => {
    let isCurrent = true;
    setPages([]);
    const read = async (): Promise<void> => {
      for (let number = 1; number <= Math.min(document.numPages, maxPages) && isCurrent; number += 1) {
        const content = await (await document.getPage(number)).getTextContent();
        const runs = content.items.filter((item) => 'str' in item);
        const text = pageText(runs.map((run) => ({ text: run.str, endsLine: run.hasEOL })));
        if (isCurrent) setPages((before) => [...before, { runs, text }]);
      }
    };
    // A page whose text cannot be read is shown without marks.
    read().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [document]);
  return pages;
}
