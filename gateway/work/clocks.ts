/** How time is taken for whose turn it is. */

export interface Clocks {
  /** Time of the processor that this thread has taken, in ms: what others on this machine take is nobody's fault here. */
  cpuTime(): number;
  /** In ms, never going back. */
  now(): number;
}

export const CLOCKS: Clocks = {
  cpuTime() {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
  now: () => performance.now(),
};
