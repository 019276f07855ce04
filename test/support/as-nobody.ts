/**
 * Works as somebody who may not do everything: root may. What asks for a permission (`access`) is answered for root all the same.
 * Nothing else of this process may be under way, which would be done as nobody too.
 */
export async function asNobody<Value>(work: () => Promise<Value>): Promise<Value> {
  if (process.getuid?.() !== 0) return await work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
