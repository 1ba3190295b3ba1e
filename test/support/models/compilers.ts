/** The compilers of typed models: each makes a program of the models and of a source. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { MODELS } from '#core/paths.ts';

const execute = promisify(execFile);
export const ROOT = join(import.meta.dirname, '../../..');

const has = (command: string): boolean => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

/** Where `npm install --global` puts packages: the compiler of Kotlin and the grammars are too large for `npm ci`. */
const GLOBAL = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim();
const KOTLIN = join(GLOBAL, 'kotlin-compiler/lib');
const ANDROID_JSON = '/usr/share/java/com.android.json.jar';

/** Runs a program, and gives what it prints. */
export type Program = (...args: string[]) => Promise<string>;

export interface Compiler {
  model: string;
  /** The same as those of the models, in the same language. */
  main: string;
  example: string;
  /** What is not installed; undefined if all is there. */
  missing: string | undefined;
  /** Whether `.ci/run` installs it. */
  isInCi: boolean;
  /**
   * @param folder empty @param models texts, in packages or folders of their own where there are two
   * @returns a program for each of the sources
   */
  compile(folder: string, models: { own: string; odd: string }, sources: string[]): Promise<Program[]>;
}

const run = async (command: string, args: string[], cwd?: string): Promise<string> => {
  const { stdout } = await execute(command, args, { cwd, maxBuffer: 1e7 });
  return stdout;
};

const go: Compiler = {
  ...{ model: MODELS.go, main: 'main.go', example: 'example.go', isInCi: true },
  missing: has('go') ? undefined : 'go',
  async compile(folder, { own, odd }, sources) {
    for (const [name, text] of [
      ['hiposantr', own],
      ['odd', odd],
    ] as const) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'models.go'), text);
    }
    writeFileSync(join(folder, 'go.mod'), 'module example\n\ngo 1.18\n');
    const programs = sources.map((source, index) => {
      mkdirSync(join(folder, `main${index}`));
      copyFileSync(source, join(folder, `main${index}/main.go`));
      return join(folder, `main${index}/program`);
    });
    for (const program of programs) await run('go', ['build', '-o', program], join(program, '..'));
    await run('go', ['vet', './...'], folder);
    return programs.map(
      (program) =>
        (...args) =>
          run(program, args),
    );
  },
};

const kotlin: Compiler = {
  ...{ model: MODELS.kotlin, main: 'Main.kt', example: 'Example.kt', isInCi: true },
  missing:
    [has('java') ? [] : 'java', [KOTLIN, ANDROID_JSON].filter((path) => !existsSync(path))].flat().join() || undefined,
  async compile(folder, { own, odd }, sources) {
    writeFileSync(join(folder, 'own.kt'), own);
    writeFileSync(join(folder, 'odd.kt'), odd.replace('package hiposantr', 'package odd'));
    // A compiler that runs once needs no optimized code.
    const java = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
    const options = ['-nowarn', '-no-reflect', '-cp', ANDROID_JSON, '-d', folder];
    const files = ['own.kt', 'odd.kt'].map((file) => join(folder, file));
    await run('java', [...java, '-jar', join(KOTLIN, 'kotlin-compiler.jar'), ...options, ...files, ...sources]);
    const path = [folder, ANDROID_JSON, join(KOTLIN, 'kotlin-stdlib.jar')].join(':');
    return sources.map((source) => {
      const name = `${source.split('/').at(-1)!.replace('.kt', '')}Kt`;
      return (...args) => run('java', [...java, '-cp', path, name, ...args]);
    });
  },
};

const swift: Compiler = {
  ...{ model: MODELS.swift, main: 'main.swift', example: 'example.swift', isInCi: false },
  missing: has('swiftc') ? undefined : 'swiftc',
  async compile(folder, { own, odd }, sources) {
    const file = (name: string): string => join(folder, name);
    writeFileSync(file('own.swift'), own);
    writeFileSync(file('odd.swift'), odd);
    await run('swiftc', ['-parse-as-library', '-emit-library', '-o', file('odd.so'), file('odd.swift')]);
    return Promise.all(
      sources.map(async (source, index) => {
        mkdirSync(file(`${index}`));
        // Statements are allowed in a file of this name alone.
        copyFileSync(source, file(`${index}/main.swift`));
        await run('swiftc', ['-o', file(`${index}/program`), file('own.swift'), file(`${index}/main.swift`)]);
        return (...args: string[]) => run(file(`${index}/program`), args);
      }),
    );
  },
};

const dart: Compiler = {
  ...{ model: MODELS.dart, main: 'main.dart', example: 'example.dart', isInCi: false },
  missing: has('dart') ? undefined : 'dart',
  async compile(folder, { own, odd }, sources) {
    writeFileSync(join(folder, 'hiposantr.dart'), own);
    writeFileSync(join(folder, 'odd.dart'), odd);
    await run('dart', ['analyze', '--no-fatal-warnings', folder]);
    return sources.map((source) => {
      const program = join(folder, source.split('/').at(-1)!);
      copyFileSync(source, program);
      return (...args) => run('dart', ['run', program, ...args]);
    });
  },
};

export const COMPILERS: Record<string, Compiler> = { Go: go, Kotlin: kotlin, Swift: swift, Dart: dart };

interface Grammars {
  Parser: {
    new (): { setLanguage(language: object): void; parse(text: string): { rootNode: { hasError: boolean } } };
    init(): Promise<void>;
  };
  Language: { load(path: string): Promise<object> };
}

/** Why nothing is parsed; undefined where the grammars are there. */
export const WITHOUT_GRAMMARS = ['tree-sitter-wasms', 'web-tree-sitter'].find(
  (name) => !existsSync(join(GLOBAL, name)),
);

/** Whether a text is a program of the language, by its grammar. */
export async function parserOf(language: 'swift' | 'dart'): Promise<(text: string) => boolean> {
  const { resolve } = createRequire(join(GLOBAL, 'index.js'));
  const { Parser, Language } = (await import(pathToFileURL(resolve('web-tree-sitter')).href)) as Grammars;
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(join(GLOBAL, `tree-sitter-wasms/out/tree-sitter-${language}.wasm`)));
  return (text) => !parser.parse(text).rootNode.hasError;
}
