type IpcHandler = (event: { senderFrame: unknown }, ...args: unknown[]) => unknown;

const handlers = new Map<string, IpcHandler>();

/** Everything that crossed to the page, as text: for the test that no secret does. */
export const crossed: string[] = [];

export const ipcMain = {
  handle(channel: string, handler: IpcHandler): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  },
  on(): void {},
  /** The page's side of `invoke`. */
  async answer(channel: string, senderFrame: unknown, args: readonly unknown[]): Promise<unknown> {
    const answer = await handlers.get(channel)?.({ senderFrame }, ...args);
    crossed.push(JSON.stringify(answer) ?? '');
    return answer;
  },
};
