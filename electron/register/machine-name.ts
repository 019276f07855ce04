import type { Machine, MachineName } from './register.ts';

/**
 * What people call a machine among those that are known: as its computer is called, and with a number where another one that is at
 * work has that name. It keeps its number for as long as another one is known by the name without it. Pure.
 */
export function nameAmong({ id, name }: MachineName, machines: readonly Machine[]): string {
  const others = machines.filter((other) => other.id !== id);
  const isTaken = (wanted: string) => others.some((other) => other.alive && other.name === wanted);
  const before = machines.find((each) => each.id === id)?.name;
  const keeps = before !== undefined && isNumbered(before, name) && others.some((other) => other.name === name);
  if (keeps && !isTaken(before)) return before;
  let wanted = name;
  for (let number = 2; isTaken(wanted); number += 1) wanted = `${name} (${number})`;
  return wanted;
}

function isNumbered(known: string, name: string): boolean {
  return known.startsWith(name) && /^ \(\d+\)$/.test(known.slice(name.length));
}
