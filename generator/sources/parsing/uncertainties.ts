/** Uncertainties as feeds write them: a bad value costs itself, never its row. */
import {
  isUncertainty,
  pickUncertainties,
  uncertaintiesField,
  type UncertaintyName,
} from '#core/record/uncertainties.ts';
import { readNumber } from './rows.ts';

/** What an agency can mean of the given values; empty for nothing. */
export const readUncertainties = (given: Partial<Record<UncertaintyName, unknown>>) =>
  uncertaintiesField(
    pickUncertainties((name) => {
      const value = readNumber(given[name]) ?? NaN;
      return isUncertainty(name, value) ? value : undefined;
    }),
  );
