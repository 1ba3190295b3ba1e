/**
 * A Debian with systemd as its first process: units, timers, cron and the journal are the real ones. It has processes,
 * mounts, a network and a tree of cgroups of its own; all of them end with the process that this module starts.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** The network of this machine, in the other one: `nsenter --net=/.online` leads there. */
export const ONLINE = '/.online';

/** Mounts, processes, network, name, System V objects, cgroups. */
const NAMESPACES = ['--mount', '--pid', '--net', '--uts', '--ipc', '--cgroup'];

/**
 * $0: the root; $1: a folder for the tree of cgroups; $2: the name of the group that the machine may use;
 * $3: where it finds this machine's network. What would change the kernel of this machine can only be read in there.
 */
const BOOT = `
set -e
mount --make-rprivate /
mount -t cgroup2 cgroup2 "$1"
mkdir "$1/$2"
echo $$ > "$1/$2/cgroup.procs"
: > "$0$3"
mount --bind /proc/self/ns/net "$0$3"
exec unshare ${NAMESPACES.join(' ')} --fork --kill-child sh -c '
  set -e
  ip link set lo up
  hostname quakes
  mount --rbind "$0" "$0"
  mount -t proc proc "$0/proc"
  mount --bind "$0/proc/sys" "$0/proc/sys"
  mount -o remount,bind,ro "$0/proc/sys"
  mount -t tmpfs -o mode=755 tmpfs "$0/sys"
  mkdir -p "$0/sys/fs/cgroup"
  mount -t cgroup2 cgroup2 "$0/sys/fs/cgroup"
  mount -t tmpfs -o mode=755 tmpfs "$0/run"
  mount -t tmpfs -o mode=1777 tmpfs "$0/tmp"
  mount -t tmpfs -o mode=755 tmpfs "$0/dev"
  for name in null zero full random urandom tty; do
    touch "$0/dev/$name"
    mount --bind "/dev/$name" "$0/dev/$name"
  done
  mkdir "$0/dev/shm" "$0/dev/pts"
  mount -t tmpfs -o mode=1777 tmpfs "$0/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$0/dev/pts"
  ln -s pts/ptmx "$0/dev/ptmx"
  ln -s /proc/self/fd "$0/dev/fd"
  # Not chroot alone, in which no unit may have users of its own (PrivateUsers=).
  cd "$0"
  mkdir -p .former
  pivot_root . .former
  exec chroot . sh -c "umount -l /.former; exec env -i container=tests /lib/systemd/systemd --log-target=journal"
' "$0"
`;

/** Arguments of setpriv: the program ends with the process that starts it, however that ends. */
export const MORTAL = ['--pdeathsig', 'KILL'] as const;

export interface Ended {
  code: number | null;
  /** What was written to both, in order. */
  output: string;
}

export interface BootedMachine {
  /** Of its first process, as this machine numbers it. */
  pid: number;
  /** As root in a shell without a log-in; only the loopback address is reached. */
  run(command: string): Promise<Ended>;
  /** Ends every process of it. */
  end(): Promise<void>;
}

async function outcomeOf(child: ChildProcess): Promise<Ended> {
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/** Its processes are killed already; the last of them take a moment. */
const REMOVE_GROUP = `
mount -t cgroup2 cgroup2 "$0"
for tries in $(seq 100); do
  find "$0/$1" -depth -type d -exec rmdir {} + 2>/dev/null
  test -e "$0/$1" || exit 0
  sleep 0.1
done
exit 1
`;

/**
 * @param root a system with systemd
 * @throws Error where systemd does not come up
 */
export async function bootMachine(root: string): Promise<BootedMachine> {
  const group = `hiposantr-${process.pid}-${Date.now()}`;
  const groups = `${root}.groups`;
  mkdirSync(groups, { recursive: true });
  const outer = spawn('setpriv', [...MORTAL, 'unshare', '--mount', 'sh', '-c', BOOT, root, groups, group, ONLINE], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = outcomeOf(outer);
  const end = async (): Promise<void> => {
    outer.kill('SIGKILL');
    await ended;
    spawnSync('unshare', ['--mount', 'sh', '-c', REMOVE_GROUP, groups, group]);
    rmdirSync(groups);
  };
  const pid = await firstProcess(outer);
  const run = (command: string): Promise<Ended> => {
    const spaces = ['-m', '-p', '-n', '-u', '-i', '-C', '-r', '-w', '-t', String(pid)];
    return outcomeOf(
      spawn('nsenter', [...spaces, 'sh', '-c', command], { env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'] }),
    );
  };
  let state = '';
  for (let tries = 0; tries < 600; tries += 1) {
    state = (await run('systemctl is-system-running --wait')).output;
    if (/^(?:running|degraded)/.test(state)) return { pid, run, end };
    await wait(100);
  }
  await end();
  throw new Error(`systemd does not come up: ${state}${(await ended).output}`);
}

const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  DEBIAN_FRONTEND: 'noninteractive',
};

/** Number 1 of its own processes; the shell before it has other children for moments. */
async function firstProcess(outer: ChildProcess): Promise<number> {
  while (outer.exitCode === null) {
    const children = read(`/proc/${outer.pid}/task/${outer.pid}/children`).trim().split(' ');
    const first = children.find((child) => /^NSpid:\t\d+\t1$/m.test(read(`/proc/${child}/status`)));
    if (first !== undefined) return Number(first);
    await wait(20);
  }
  throw new Error('the namespaces are not allowed here');
}

/** Empty where the process is gone. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
