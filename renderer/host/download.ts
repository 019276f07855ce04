import type { RequestInput } from '../../electron/core/contract/contract.ts';
import { type Message, say } from '../../electron/core/messages/message.ts';
import type { WatchedBridge } from './host.tsx';

/** Saves a document's file or output to the browser's downloads. @returns why that failed, or the file's name */
export async function downloadFile(
  host: WatchedBridge,
  file: Omit<RequestInput<'filePiece'>, 'position'>,
): Promise<{ readonly problem: Message } | { readonly name: string }> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let version: number | undefined;
  for (let position = 0; ; ) {
    const answer = await host.request('filePiece', { ...file, position });
    if (!answer.ok) return { problem: answer.error.message };
    const { name, size, bytes } = answer.value;
    const piece = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
    const hasChanged = version !== undefined && version !== answer.value.version;
    if (hasChanged || (piece.length === 0 && position < size)) return { problem: say('queue.notDownloaded', { name }) };
    version = answer.value.version;
    pieces.push(piece);
    position += piece.length;
    if (position < size) continue;
    saveAs(name, new Blob(pieces));
    return { name };
  }
}

/** Lets the browser save a file; nothing leaves the computer. */
export function saveAs(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // By then the browser has started reading it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
