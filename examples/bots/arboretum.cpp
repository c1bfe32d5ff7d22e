// A starter for Arboretum, in JSON lines.
//
//     g++ -O2 -std=c++17 -o rex examples/bots/arboretum.cpp
//     spinney match arboretum ./rex seedling
//
// It draws colours that it holds, plants where numbers go on by one, and throws away the colour of
// which it holds least.

#include "starter.hpp"

// A card is a colour and a digit: cassia5.
int number(const std::string& card) { return card.back() - '0'; }
std::string colour(const std::string& card) { return card.substr(0, card.size() - 1); }

// The sum of the numbers in hand of a card's colour.
int held(const Json& view, size_t me, const std::string& card) {
    int sum = 0;
    for (const char* place : {"in hand", "in hand, and everybody knows it"})
        for (const Json& other : view["where"][place][me].items)
            if (colour(other.text) == colour(card)) sum += number(other.text);
    return sum;
}

// How many neighbours differ by one from a card that is planted at x,y.
int beside(const Json& view, size_t me, const std::string& card, const std::string& place) {
    auto at = split(place, ',');
    int x = std::stoi(at[0]), y = std::stoi(at[1]), count = 0;
    for (size_t i = 0; i < view["card"][me].size(); i++) {
        const Json& cell = view["cell"][me][i];
        int away = std::abs(int(cell[0].number) - x) + std::abs(int(cell[1].number) - y);
        count += away == 1 && std::abs(number(view["card"][me][i].text) - number(card)) == 1;
    }
    return count;
}

// What a move is worth: "draw 2", "play cassia5 0,1", "discard lilac3".
double worth(const std::string& move, const Json& view, size_t me) {
    auto words = split(move);
    if (words[0] == "draw") {
        if (words[1] == "deck") return 0;
        return held(view, me, view["pile"][std::stoul(words[1]) - 1].items.back().text);
    }
    if (words[0] == "discard") return -held(view, me, words[1]);
    return beside(view, me, words[1], words[2]) - held(view, me, words[1]) / 100.0;
}

int main() { play(worth); }
