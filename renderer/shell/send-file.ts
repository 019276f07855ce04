import { pieceBytes } from '../../electron/core/contract/bridge.ts';
import type { Answer } from '../../electron/core/contract/contract.ts';
import type { WatchedBridge } from '../host/connection.ts';

/**
 * Puts a file into a watched folder: by its path where the host can tell it, else piece by piece. One piece is in memory.
 * @param onBytes how many bytes of it are there
 */
export async function sendFile(
  host: WatchedBridge,
  id: number,
  file: File,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Answer<'addPiece'> | 'stopped'> {
  const path = host.bridge.pathOfDropped(file);
  if (path !== '') return host.request('addFile', { id, path });
  const upload = crypto.randomUUID();
  const { name, size } = file;
  for (let position = 0; ; ) {
    const piece = file.slice(position, position + pieceBytes);
    const answer = await host.request('addPiece', { id, upload, name, size, position, bytes: await base64Of(piece) });
    position += piece.size;
    if (!answer.ok || position >= size) return answer;
    if (signal.aborted) return 'stopped';
    onBytes(position);
  }
}

/** '' for what cannot be read, such as a folder. */
function base64Of(piece: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''));
    reader.onerror = () => resolve('');
    reader.readAsDataURL(piece);
  });
}
