/** Email addresses, and which of them are of one mailbox. */
import { domainToASCII } from 'node:url';

/**
 * Of RFC 5321 what mailboxes have: a local part of atoms and dots, without quotes, comments or routes, by which one
 * mailbox would have many addresses.
 */
const ADDRESS =
  /^(?=.{1,64}@)[\w+&'=~/-]+(?:\.[\w+&'=~/-]+)*@(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/;

/** Of an address in its one form. */
export const isEmailAddress = (address: string): boolean => ADDRESS.test(address);

/** The one form of an address: lower case, the domain in ASCII, since letters of other alphabets have many forms. */
export function normalAddress(text: string): string {
  const [local = '', domain = '', ...others] = text.trim().toLowerCase().split('@');
  return [local, domainToASCII(domain), ...others].join('@');
}

/** Providers that ignore dots in a local part (https://support.google.com/mail/answer/7436150). */
const WITHOUT_DOTS = new Set(['gmail.com', 'googlemail.com']);

/** Equal for addresses that may be of one mailbox: with a tag, with dots. @param address in its one form */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.split('@');
  const tag = local.indexOf('+', 1);
  const untagged = tag < 0 ? local : local.slice(0, tag);
  return `${WITHOUT_DOTS.has(domain) ? untagged.replaceAll('.', '') : untagged}@${domain}`;
}
