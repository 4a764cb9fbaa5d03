import type { Socket } from 'node:net';

const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * Runs `task` when a connection closes, unless the returned function is called before. One listener serves all
 * requests that a client has sent without waiting for answers: Node warns of a leak where there are many.
 */
export function onceClosed(socket: Socket, task: () => void): () => void {
  const tasks = waiting.get(socket) ?? listenTo(socket);
  tasks.add(task);
  return () => {
    tasks.delete(task);
  };
}

function listenTo(socket: Socket): Set<() => void> {
  const tasks = new Set<() => void>();
  waiting.set(socket, tasks);
  socket.once('close', () => {
    for (const task of tasks) task();
  });
  return tasks;
}
