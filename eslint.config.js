import redos from 'eslint-plugin-redos';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import local from './scripts/lint/own-lookups.js';

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'data/', 'test/golden/'] },
  ...tseslint.configs.recommended,
  {
    languageOptions: { parserOptions: { projectService: true } },
    files: ['**/*.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', name: ['test', 'it', 'describe', 'suite'], package: 'node:test' },
          ],
        },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      eqeqeq: 'error',
      'no-console': 'error',
      'no-duplicate-imports': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['{bin,generator,gateway,scripts}/**/*.ts'],
    rules: {
      'max-lines-per-function': ['error', 60],
      'max-params': ['error', 4],
    },
  },
  {
    // Pages count ages by the server's clock.
    files: ['generator/site/**/*.ts'],
    ignores: ['generator/site/browser/clock.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "MemberExpression[object.name='Date'][property.name='now'], NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'Use now() of browser/clock.ts.',
        },
      ],
    },
  },
  {
    // No plain object is indexed by a word from outside: every index is a number, or words that the compiler knows.
    files: ['{bin,generator,gateway}/**/*.ts'],
    plugins: { local },
    rules: { 'local/own-lookups': 'error' },
  },
  {
    // Code that reads outside text: no pattern may take more than linear time, and the rules must see each pattern.
    files: ['generator/sources/**/*.ts', 'generator/core/**/*.ts', 'gateway/**/*.ts'],
    plugins: { redos, regexp },
    rules: {
      'redos/no-vulnerable': 'error',
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
      'no-restricted-syntax': [
        'error',
        { selector: "NewExpression[callee.name='RegExp']", message: 'Write the pattern as a literal.' },
        { selector: "CallExpression[callee.name='RegExp']", message: 'Write the pattern as a literal.' },
      ],
    },
  },
);
