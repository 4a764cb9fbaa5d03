import type { Socket } from 'node:net';

const tasksBySocket = new WeakMap<Socket, Set<() => void>>();

/**
 * Runs `task` when a connection closes, unless the returned function is called first. A client may pipeline many
 * requests on one connection. They share one listener, because Node warns of a leak if there are many.
 */
export function onConnectionClose(socket: Socket, task: () => void): () => void {
  const tasks = tasksBySocket.get(socket) ?? listen(socket);
  tasks.add(task);
  return () => {
    tasks.delete(task);
  };
}

function listen(socket: Socket): Set<() => void> {
  const tasks = new Set<() => void>();
  tasksBySocket.set(socket, tasks);
  socket.once('close', () => {
    for (const task of tasks) task();
  });
  return tasks;
}
