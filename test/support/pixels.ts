/** Statements for a page that read a picture: `image`, and in `data` four bytes a pixel. @param png in base64 */
export const readPixels = (png: string): string => `
    const image = new Image();
    image.src = 'data:image/png;base64,${png}';
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);`;
