import 'dart:convert';
import 'dart:io';
import 'hiposantr.dart';

Future<void> main() async {
  final client = HttpClient();
  final request = await client.getUrl(Uri.parse('http://localhost:8787/api.php?limit=5&min_magnitude=4'));
  final text = await utf8.decodeStream(await request.close());
  client.close();
  for (final one in ListAnswer.fromJson(jsonDecode(text) as Map<String, dynamic>).earthquakes) {
    final quake = one.earthquake;
    if (quake != null) print('${quake.occurredAt} ${quake.magnitude} ${quake.location}');
  }
}
