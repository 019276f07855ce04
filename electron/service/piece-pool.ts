/**
 * The buffers that bodies are put together in, one for an upload. They are used again and again, for fresh ones would
 * keep the garbage collector behind and the memory high.
 */
export interface PiecePool {
  take(): Buffer;
  /** Only by one who knows that no socket holds it; one that is not given back is left to the garbage collector. */
  giveBack(piece: Buffer): void;
}

/** Bytes that are handed out at a time. The buffers have room for one more; see `readExactly`. */
export const pieceBytes = 1024 * 1024;

/** @param most how many idle buffers are kept */
export function createPiecePool(most: number): PiecePool {
  const idle: Buffer[] = [];
  return {
    take: () => idle.pop() ?? Buffer.allocUnsafeSlow(pieceBytes + 1),
    giveBack: (piece) => {
      if (idle.length < most) idle.push(piece);
    },
  };
}
