/** Pictures of a part of the map that are drawn elsewhere, and shown moved and scaled until the next one is there. */
import type { Camera } from './camera.ts';

/** Which part of the plane a picture shows, in CSS pixels. */
export type Section = Pick<Camera, 'centre' | 'scale' | 'width' | 'height'>;

export interface SectionPicture extends Section {
  /** Device pixels a CSS pixel. */
  density: number;
  image: ImageBitmap | HTMLCanvasElement;
}

/** To where the camera sees it. @param density of the context's canvas */
export function putPicture(
  context: CanvasRenderingContext2D,
  { centre, scale, width, height, image, ...made }: SectionPicture,
  { camera, density }: { camera: Camera; density: number },
): void {
  const larger = (camera.scale / scale) * (density / made.density);
  const corner = camera.toScreen({ x: centre.x - width / 2 / scale, y: centre.y - height / 2 / scale });
  const [left, top] = [Math.round(corner.x * density), Math.round(corner.y * density)];
  context.drawImage(image, left, top, image.width * larger, image.height * larger);
}

/** Bitmaps hold memory that the collector does not see. */
export function discard(made: SectionPicture | undefined): void {
  if (made && 'close' in made.image) made.image.close();
}
