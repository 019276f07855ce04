type IpcHandler = (event: { senderFrame: unknown }, ...args: unknown[]) => unknown;

const handlers = new Map<string, IpcHandler>();

export const ipcMain = {
  handle(channel: string, handler: IpcHandler): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  },
  on(): void {},
  /** The page's side of `invoke`. */
  answer(channel: string, senderFrame: unknown, args: readonly unknown[]): unknown {
    return handlers.get(channel)?.({ senderFrame }, ...args);
  },
};
