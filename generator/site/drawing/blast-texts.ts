/** What pages say of blasts that no agency calls so, as [Turkish, English]. */

/** Blasts that a list leaves out. */
export const blastsLeftOut = (count: string): [tr: string, en: string] => [
  `+ ${count} olası taş ocağı patlatması`,
  `+ ${count} probable quarry blast${count === '1' ? '' : 's'}`,
];

/** Once they are in the list, where pressing leaves them out again. */
export const BLASTS_SHOWN: [tr: string, en: string] = ['Olası patlatmaları gizle', 'Hide probable blasts'];

/** One sentence for its page. @param probability above 0.5; 1 where one of several agencies calls it a blast */
export function blastSentence(probability: number): [tr: string, en: string] {
  if (probability === 1)
    return [
      'Kurumlardan biri bunun deprem değil, patlatma olduğunu bildiriyor.',
      'One of the agencies reports that this is a blast, not an earthquake.',
    ];
  const percent = Math.round(probability * 100);
  return [
    `Saatine, yerine ve büyüklüğüne göre bu, %${percent} olasılıkla deprem değil, taş ocağı ya da maden patlatmasıdır.`,
    `By its hour, place and size this is probably not an earthquake but a quarry or mine blast (${percent}%).`,
  ];
}
