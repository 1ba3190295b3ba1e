/** What sequences of Türkiye have in common, and how they differ. */

/** Rates are per day, and of M 3 or more. */
export interface Parameters {
  /** log10 of the productivity: mean and standard deviation between sequences. */
  a: number;
  aSpread: number;
  /** Of Gutenberg and Richter, in all sequences the same. */
  b: number;
  /** Of Omori and Utsu: mean and standard deviation between sequences. */
  p: number;
  pSpread: number;
  /** Days. */
  c: number;
  /** Earthquakes a day near a sequence that do not belong to it. */
  background: number;
  /** Of the negative binomial distribution of a count, which has the variance mean + mean² / size. */
  size: number;
}

/**
 * By maximum likelihood of the 26 main shocks of M 5 or more in 2011, 2020, 2023 and 2025 in Türkiye, among them Van,
 * Elazığ, İzmir, Kahramanmaraş, Silivri and Sındırgı: `npm run bench -- forecasts --catalogue FILE` fits them again
 * and checks them on other years.
 */
export const AFTERSHOCK_PARAMETERS: Parameters = {
  ...{ a: -2.323, aSpread: 0.633 },
  b: 0.997,
  ...{ p: 0.805, pSpread: 0.17 },
  c: 0.0052,
  background: 0.0239,
  size: 3.65,
};
