/** What a utility process of Electron begins with: a port to its parent, before the program's own script. */
import { EventEmitter } from 'node:events';
import { pathToFileURL } from 'node:url';

class ParentPort extends EventEmitter {
  postMessage = (message: unknown): void => void process.send?.(message);
}

const port = new ParentPort();
process.on('message', (message) => port.emit('message', message));
Object.defineProperty(process, 'parentPort', { value: port });
await import(pathToFileURL(process.argv[2] ?? '').href);
