const pattern = /^\.intray-[0-9a-z-]+\.tmp$/;

/** Whether a file name is one of ours for a file that is being written. */
export function isTemporary(name: string): boolean {
  return pattern.test(name);
}
