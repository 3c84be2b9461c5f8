const tails = new Map<string, Promise<unknown>>();

/**
 * One after the other per load balancer: its lock is per load balancer, and resources that share one would otherwise refuse
 * each other's writes with 409.
 */
export async function queued<T>(loadBalancerId: string, work: () => Promise<T>): Promise<T> {
  const before = tails.get(loadBalancerId) ?? Promise.resolve();
  const mine = before.then(work, work);
  const tail = mine.catch(() => undefined);
  tails.set(loadBalancerId, tail);
  try {
    return await mine;
  } finally {
    if (tails.get(loadBalancerId) === tail) tails.delete(loadBalancerId);
  }
}
