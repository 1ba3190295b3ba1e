/** ESLint's rule that forbids what a selector finds, which oxlint lacks. */
import { builtinRules } from 'eslint/use-at-your-own-risk';

export default { meta: { name: 'local' }, rules: { 'restricted-syntax': builtinRules.get('no-restricted-syntax') } };
