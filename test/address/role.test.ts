import { describe, expect, it } from 'vitest';
import { isRoleAccount } from '../../src/address/role.ts';
import { roleNames } from '../../src/address/role-names.ts';

describe('a role account', () => {
  it.each(
    `
    info support sales abuse postmaster hostmaster webmaster noc security no-reply rechnung empfang
    kontakt buchhaltung büro accueil ventas amministrazione contato klantenservice biuro
  `
      .trim()
      .split(/\s+/),
  )('is %s', (localPart) => {
    expect(isRoleAccount(localPart)).toBe(true);
  });

  it('is recognised regardless of case and tag', () => {
    expect(isRoleAccount('INFO')).toBe(true);
    expect(isRoleAccount('Support+ticket-42')).toBe(true);
    expect(isRoleAccount('BÜRO')).toBe(true);
  });

  it.each(['ann', 'ann.lee', 'information-lee', 'infos.lee', 'sales.ann', 'xinfo', 'info.', '', '+info'])(
    'is not %s: the whole name counts',
    (localPart) => {
      expect(isRoleAccount(localPart)).toBe(false);
    },
  );

  it('is not a person with that name', () => {
    expect(isRoleAccount('dev')).toBe(true);
    expect(isRoleAccount('dev', { first_name: 'Dev', last_name: 'Patel' })).toBe(false);
    expect(isRoleAccount('Post', { first_name: 'Emily', last_name: ' POST ' })).toBe(false);
    expect(isRoleAccount('info', { first_name: 'Dev', last_name: 'Patel' })).toBe(true);
  });
});

describe('the role names', () => {
  it('are unique, in lower case and without a tag', () => {
    expect(roleNames.filter((name) => name !== name.toLowerCase() || /[+@\s]/.test(name))).toEqual([]);
    expect(new Set<string>(roleNames).size).toBe(roleNames.length);
  });
});
