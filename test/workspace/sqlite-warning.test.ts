import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { quietSqliteWarning } from '../../electron/workspace/process-setup.ts';

describe("Node's warnings", () => {
  it('are passed on, all but the one about its SQLite', () => {
    const emitter = new EventEmitter();
    const printed: string[] = [];
    emitter.on('warning', (warning: Error) => printed.push(warning.message));
    quietSqliteWarning(emitter as unknown as NodeJS.Process);
    const raise = (name: string, message: string) => emitter.emit('warning', Object.assign(new Error(message), { name }));
    raise('ExperimentalWarning', 'SQLite is an experimental feature and might change at any time');
    raise('ExperimentalWarning', 'Something else is an experimental feature');
    raise('Warning', 'SQLite is mentioned here');
    expect(printed).toEqual(['Something else is an experimental feature', 'SQLite is mentioned here']);
  });
});
