/** Clocks of the work queue. */

export interface Clocks {
  /** CPU time of this thread in ms: other processes on the machine do not count. */
  cpuTime(): number;
  /** Monotonic, in ms. */
  now(): number;
}

export const CLOCKS: Clocks = {
  cpuTime() {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
  now: () => performance.now(),
};
