/** Programs that read the list with typed models: those of `data/models/examples/`. */
import { MODELS } from '#core/paths.ts';
import { data } from './assets.ts';
import type { ModelExample } from './pages/content.ts';

const EXAMPLES: Record<keyof typeof MODELS, { name: string; program: string }> = {
  swift: { name: 'Swift', program: 'example.swift' },
  kotlin: { name: 'Kotlin', program: 'Example.kt' },
  dart: { name: 'Dart', program: 'example.dart' },
  go: { name: 'Go', program: 'example.go' },
  typescript: { name: 'TypeScript', program: 'example.ts' },
};

/** Of the service in the programs. */
const ADDRESS = 'http://localhost:8787';

/** @param baseUrl without a trailing slash */
export const modelExamples = (baseUrl: string): ModelExample[] =>
  (Object.keys(MODELS) as (keyof typeof MODELS)[]).map((language) => {
    const { name, program } = EXAMPLES[language];
    const text = data(`models/examples/${program}`).toString().trimEnd();
    return { name, file: MODELS[language], code: text.replaceAll(ADDRESS, () => baseUrl) };
  });
