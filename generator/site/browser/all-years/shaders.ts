/** The two shaders of the layer of epicentres. The time window is a uniform: moving it uploads nothing. */

/**
 * Attributes: place in the plane of the map; origin time in minutes; depth in tenths of a kilometre.
 * Then the magnitude in tenths above −2 (255 without one).
 * Points out of the window leave the picture before rasterising.
 */
export const VERTEX = `#version 300 es
precision highp float;
precision highp int;
layout(location = 0) in vec2 place;
layout(location = 1) in int minute;
layout(location = 2) in int depth;
layout(location = 3) in uint size;
uniform vec2 centre;
uniform vec2 scale;
uniform float density;
uniform float sizing;
uniform ivec2 window;
uniform float trail;
uniform uint least;
uniform bool byTime;
uniform vec4 classes;
uniform vec3 colours[6];
out vec3 colour;
out float alpha;
out float radius;

void main() {
  bool isShown = minute >= window.x && minute <= window.y && (least == 0u || (size != 255u && size >= least));
  if (!isShown) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    gl_PointSize = 0.0;
    return;
  }
  float magnitude = size == 255u ? -2.0 : float(size) * 0.1 - 2.0;
  float age = float(window.y - minute);
  // The newest of a running animation stand out and settle.
  float flash = trail > 0.0 ? exp(-age / trail) : 0.0;
  float full = max(0.75, sizing * clamp(2.1 * pow(3.0, (max(0.0, magnitude) - 1.0) * 0.5), 1.1, 34.0));
  radius = full * density * (1.0 + 0.9 * flash);
  float ranked = byTime ? age / max(1.0, float(window.y - window.x)) * 5.0
    : depth == -32768 ? 5.5 : float(depth) * 0.1;
  int index = byTime ? int(min(4.0, ranked))
    : depth == -32768 ? 5 : int(ranked >= classes.x) + int(ranked >= classes.y) + int(ranked >= classes.z) + int(ranked >= classes.w);
  colour = mix(colours[index], vec3(1.0), 0.35 * flash);
  alpha = mix(clamp(0.34 + 0.11 * magnitude, 0.3, 0.82), 1.0, flash);
  gl_Position = vec4((place - centre) * scale, 0.0, 1.0);
  gl_PointSize = 2.0 * radius + 1.0;
}
`;

/** A disc with an outline; small ones are filled squares, which look the same and cost less. */
export const FRAGMENT = `#version 300 es
precision mediump float;
in vec3 colour;
in float alpha;
in float radius;
uniform vec4 outline;
out vec4 result;

void main() {
  if (radius < 1.6) {
    result = vec4(colour * alpha, alpha);
    return;
  }
  float distance = length(gl_PointCoord - 0.5) * (2.0 * radius + 1.0);
  float cover = clamp(radius + 0.5 - distance, 0.0, 1.0);
  if (cover <= 0.0) discard;
  float edge = radius < 3.0 ? 0.0 : outline.a * clamp(distance - radius + 1.4, 0.0, 1.0);
  float filled = mix(alpha, 1.0, edge) * cover;
  result = vec4(mix(colour, outline.rgb, edge) * filled, filled);
}
`;
