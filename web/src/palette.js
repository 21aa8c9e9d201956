/// Colours of the view; src/report/palette.cpp has the same for pictures.

export const kinds = ['overlapping', 'duplicate', 'contains', 'inside', 'contact', 'touching', 'near', 'unfinished', 'separated'];

export const kindColours = {
  separated: 0xa9b8c9, unfinished: 0xb5a68f, near: 0xf3cd52, touching: 0xf39a3d, contact: 0xee5d5d, inside: 0xa184e6,
  contains: 0xa184e6, duplicate: 0xe06bb4, overlapping: 0xe5484d,
};

export const pairColours = [0x6fa3f5, 0xf6b04d];

const distinct = [0x6fa3f5, 0xf6b04d, 0x6cc08b, 0xd98cc0, 0x8fd0e0, 0xc2b280, 0xa58ef0, 0xe58e73, 0x9bbf4e, 0x8c9fb5];
export const bodyColour = i => distinct[i % distinct.length];

export const themes = {
  light: { mark: 0xe5194b, normal: 0x0f8a5f, witness: 0xb45309, edge: 0x18222f, box: 0x1d5fd0 },
  dark: { mark: 0xff4d73, normal: 0x3ddc97, witness: 0xffd166, edge: 0x05080c, box: 0x7fb0ff },
};

export const css = colour => '#' + colour.toString(16).padStart(6, '0');
